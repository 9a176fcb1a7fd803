// The dialog of an act on the card, in a part that is loaded when an act is chosen.

import type { Account } from '../../accounts/balance-dialog.js';
import { MailDialog, NotifyDialog } from '../../accounts/many-accounts.js';
import { GroupDialog, LeverageDialog, PasswordDialog } from './act-dialogs.js';

/** An act that has a dialog. */
export type ActDialogName = 'group' | 'leverage' | 'password' | 'mail' | 'notify';

interface ActDialogsProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly name: ActDialogName;
  readonly onClose: () => void;
}

/** The dialog of the act that was chosen. */
const ActDialogs = ({ account, onChanged, name, onClose }: ActDialogsProps) => {
  const given = { account, onClose, onDone: onChanged };
  const logins = [account.login];
  switch (name) {
    case 'group':
      return <GroupDialog {...given} />;
    case 'leverage':
      return <LeverageDialog {...given} />;
    case 'password':
      return <PasswordDialog {...given} />;
    case 'mail':
      return <MailDialog {...given} logins={logins} />;
    case 'notify':
      return <NotifyDialog {...given} logins={logins} />;
  }
};

export default ActDialogs;
