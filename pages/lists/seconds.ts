// The server's time for ages and times left.

import { useEffect, useState } from 'preact/hooks';
import { useStaff } from '../frame/store.js';

/** The server's time in ms, drawn again each second. */
export const useServerSeconds = (): number => {
  const { connection } = useStaff();
  const [now, setNow] = useState(connection.serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(connection.serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [connection]);
  return now;
};
