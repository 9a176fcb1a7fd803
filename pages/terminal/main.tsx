// Starts the terminal in its page.

import { render } from 'preact';
import { Located } from '../frame/routes.js';
import { browserParts } from '../live/browser.js';
import { makeTraderStore } from '../live/trader.js';
import { startLook } from '../ui/look.js';
import { Terminal } from './app.js';
import { BASE } from './routes.js';

startLook();
const root = document.getElementById('app');
if (root !== null) {
  const store = makeTraderStore(browserParts());
  render(
    <Located scope={BASE}>
      <Terminal store={store} />
    </Located>,
    root,
  );
}
