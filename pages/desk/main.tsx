// The desk: starts the app in its page.

import { render } from 'preact';

const root = document.getElementById('app');
if (root !== null) render(<h1>brokerd desk</h1>, root);
