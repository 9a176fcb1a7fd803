// The credentials of the examples: they come from the environment, where other users of the machine
// do not see them.

/** The server and the login: BROKERD_URL, BROKERD_LOGIN, BROKERD_PASSWORD. */
export const accountOf = ({
  BROKERD_URL: url = 'http://127.0.0.1:8080',
  BROKERD_LOGIN: login = '1001',
  BROKERD_PASSWORD: password,
}: NodeJS.ProcessEnv) => {
  if (password === undefined) throw new Error('BROKERD_PASSWORD: set it to the password');
  return { url, login: Number(login), password };
};

/** Resolves when the program is told to stop, by Ctrl-C or by a service manager. */
export const told = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
