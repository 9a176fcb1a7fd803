// Icons. A new one is an import and a word in the table.

import activity from 'lucide-static/icons/activity.svg';
import arrowDown from 'lucide-static/icons/arrow-down.svg';
import arrowUp from 'lucide-static/icons/arrow-up.svg';
import trade from 'lucide-static/icons/arrow-up-down.svg';
import bell from 'lucide-static/icons/bell.svg';
import candles from 'lucide-static/icons/chart-candlestick.svg';
import check from 'lucide-static/icons/check.svg';
import chevronDown from 'lucide-static/icons/chevron-down.svg';
import chevronLeft from 'lucide-static/icons/chevron-left.svg';
import chevronRight from 'lucide-static/icons/chevron-right.svg';
import chevronUp from 'lucide-static/icons/chevron-up.svg';
import info from 'lucide-static/icons/circle-help.svg';
import person from 'lucide-static/icons/contact-round.svg';
import copy from 'lucide-static/icons/copy.svg';
import database from 'lucide-static/icons/database.svg';
import download from 'lucide-static/icons/download.svg';
import more from 'lucide-static/icons/ellipsis.svg';
import eye from 'lucide-static/icons/eye.svg';
import eyeOff from 'lucide-static/icons/eye-off.svg';
import filter from 'lucide-static/icons/funnel.svg';
import gauge from 'lucide-static/icons/gauge.svg';
import grip from 'lucide-static/icons/grip-vertical.svg';
import hand from 'lucide-static/icons/hand.svg';
import history from 'lucide-static/icons/history.svg';
import layers from 'lucide-static/icons/layers.svg';
import list from 'lucide-static/icons/list.svg';
import lock from 'lucide-static/icons/lock.svg';
import signOut from 'lucide-static/icons/log-out.svg';
import mail from 'lucide-static/icons/mail.svg';
import menu from 'lucide-static/icons/menu.svg';
import minus from 'lucide-static/icons/minus.svg';
import pencil from 'lucide-static/icons/pencil.svg';
import plus from 'lucide-static/icons/plus.svg';
import reload from 'lucide-static/icons/refresh-cw.svg';
import scale from 'lucide-static/icons/scale.svg';
import scroll from 'lucide-static/icons/scroll-text.svg';
import search from 'lucide-static/icons/search.svg';
import send from 'lucide-static/icons/send.svg';
import server from 'lucide-static/icons/server.svg';
import settings from 'lucide-static/icons/settings.svg';
import shield from 'lucide-static/icons/shield.svg';
import signal from 'lucide-static/icons/signal.svg';
import star from 'lucide-static/icons/star.svg';
import trash from 'lucide-static/icons/trash-2.svg';
import warning from 'lucide-static/icons/triangle-alert.svg';
import upload from 'lucide-static/icons/upload.svg';
import user from 'lucide-static/icons/user.svg';
import users from 'lucide-static/icons/users.svg';
import wallet from 'lucide-static/icons/wallet.svg';
import close from 'lucide-static/icons/x.svg';

const SHAPES = {
  activity,
  arrowDown,
  arrowUp,
  bell,
  candles,
  check,
  chevronDown,
  chevronLeft,
  chevronRight,
  chevronUp,
  close,
  copy,
  database,
  download,
  eye,
  eyeOff,
  filter,
  gauge,
  grip,
  hand,
  history,
  info,
  layers,
  list,
  lock,
  mail,
  menu,
  minus,
  more,
  pencil,
  person,
  plus,
  reload,
  scale,
  scroll,
  search,
  send,
  server,
  settings,
  shield,
  signal,
  signOut,
  star,
  trade,
  trash,
  upload,
  user,
  users,
  wallet,
  warning,
};

/** The name of an icon. */
export type IconName = keyof typeof SHAPES;

/** An icon beside a text; where it stands alone its button has the text as label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: SHAPES[name] }}
  />
);
