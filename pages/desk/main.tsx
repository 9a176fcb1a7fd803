// Starts the desk in its page.

import { render } from 'preact';
import { Located } from '../frame/routes.js';
import { browserParts } from '../live/browser.js';
import { makeStaffStore } from '../live/staff.js';
import { startLook } from '../ui/look.js';
import { Desk } from './app.js';
import { BASE } from './routes.js';

startLook();
const root = document.getElementById('app');
if (root !== null) {
  const store = makeStaffStore(browserParts());
  render(
    <Located scope={BASE}>
      <Desk store={store} />
    </Located>,
    root,
  );
}
