// Unsaved entries: the user is asked before a link, Back or a key leaves the view, and before the
// page closes.

import { useEffect } from 'preact/hooks';
import { texts } from '../texts/language.js';
import { confirm } from '../ui/confirm.js';

const words = texts({
  title: ['Leave without saving?', 'Ohne Speichern verlassen?'],
  text: ['What you have typed here is lost.', 'Was hier eingegeben wurde, geht verloren.'],
  leave: ['Leave', 'Verlassen'],
});

/** Number of forms that have unsaved entries now. */
let forms = 0;
/** The address of these forms. A step back returns to it while the question is open. */
let here = '';
/** Is the question open? */
let isAsking = false;
/** Did the user agree to leave? The next click or step back is then made without a question. */
let isAgreed = false;

/** May the view be left? Asks the user while there are unsaved entries. */
export const mayLeave = async (): Promise<boolean> =>
  forms === 0 ||
  confirm({ title: words().title, text: words().text, action: words().leave, tone: 'danger' });

const askBefore = async (leave: () => void): Promise<void> => {
  if (isAsking) return;
  isAsking = true;
  isAgreed = await mayLeave();
  isAsking = false;
  if (isAgreed) leave();
};

/** Did the user agree to this click or step back? */
const takeAgreement = (): boolean => {
  const was = isAgreed;
  isAgreed = false;
  return was;
};

const isOther = (url: string): boolean => new URL(url).pathname !== new URL(here).pathname;

/** The link that a click follows in this tab. */
const linkOf = (event: MouseEvent): HTMLAnchorElement | undefined => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) {
    return undefined;
  }
  const link = event.composedPath().find((part) => part instanceof HTMLAnchorElement);
  return link === undefined || link.target !== '' || link.hasAttribute('download')
    ? undefined
    : link;
};

const onClick = (event: MouseEvent): void => {
  const link = linkOf(event);
  if (forms === 0 || takeAgreement() || !link?.href || !isOther(link.href)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  void askBefore(() => link.click());
};

const onBack = (event: PopStateEvent): void => {
  const { href } = location;
  if (forms === 0 || takeAgreement() || !isOther(href)) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', here);
  void askBefore(() => history.back());
};

// A window calls the listeners of its own events in the order in which they were added. The router
// adds its listeners later.
globalThis.addEventListener?.('click', onClick, true);
globalThis.addEventListener?.('popstate', onBack);

const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While `isDirty`, the user is asked before the view is left, or the page closed or reloaded. */
export const useUnsaved = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return undefined;
    here = location.href;
    forms += 1;
    addEventListener('beforeunload', onUnload);
    return () => {
      forms -= 1;
      if (forms === 0) removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
