// The stores of the apps, for their views.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StaffLive, StaffStore } from '../live/staff.js';
import type { TraderLive, TraderStore } from '../live/trader.js';

/** The trader's store; the terminal provides it. */
export const TraderContext = createContext<TraderStore | null>(null);
/** The store of staff; the desk provides it. */
export const StaffContext = createContext<StaffStore | null>(null);

const there = <T>(value: T | null | undefined, what: string): T => {
  if (value == null) throw new Error(`${what} is not there: nobody is signed in`);
  return value;
};

/** The trader's store: session and live values. */
export const useTraderStore = (): TraderStore => there(useContext(TraderContext), 'the store');
/** All that is live for the signed-in trader. */
export const useTrader = (): TraderLive => there(useTraderStore().live.value, 'the account');
/** The store of staff: session, rights, live values. */
export const useStaffStore = (): StaffStore => there(useContext(StaffContext), 'the store');
/** All that is live for the signed-in staff user. */
export const useStaff = (): StaffLive => there(useStaffStore().live.value, 'the desk');
