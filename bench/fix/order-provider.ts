// The provider of the orders of bench `fix`, a process: accepts each order and fills it at once.

import { OrderProvider } from '../../test/support/order-provider.js';

const provider = await OrderProvider.open();
process.on('disconnect', () => provider.close());
process.send?.(provider.port);
