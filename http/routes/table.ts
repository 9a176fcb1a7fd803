// The table: every route of the API.

import type { Route } from '../route.js';
import { auth } from './auth.js';

export const routes: readonly Route[] = [...auth];
