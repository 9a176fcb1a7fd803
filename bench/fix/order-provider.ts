// The provider of the orders of bench `fix`, a process: accepts each order and fills it at once.

import { Provider } from '../../test/support/provider.js';

const provider = await Provider.open();
process.on('disconnect', () => provider.close());
process.send?.(provider.port);
