// The terminal: starts the app in its page.

import { render } from 'preact';

const root = document.getElementById('app');
if (root !== null) render(<h1>brokerd terminal</h1>, root);
