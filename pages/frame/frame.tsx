// The frame of an app: the top bar, the places of its views, bars of its state, and the view.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { Combobox, type FindOptions, fitting, type Option } from '../ui/combobox.js';
import { Confirmations } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { Icon, type IconName } from '../ui/icons.js';
import { focusSearch, Keys, showKeys, useKeys } from '../ui/keys.js';
import { Toasts } from '../ui/toast.js';
import { isNarrow } from '../ui/window.js';
import type { View } from './routes.js';
import { mayLeave } from './unsaved.js';

const words = texts({
  frame: ['Everywhere', 'Überall'],
  places: ['Places', 'Orte'],
  goTo: ['Go to', 'Gehe zu'],
  goToHint: ['A view, or what it shows', 'Eine Ansicht, oder was sie zeigt'],
  skip: ['Skip to the view', 'Zur Ansicht springen'],
  keys: ['Keys', 'Tasten'],
});

/** A place that a user can go to. */
interface Place {
  readonly href: string;
  readonly text: string;
  readonly icon: IconName;
  readonly key: string | undefined;
  readonly count: number;
  readonly isCurrent: boolean;
}

/** The places of the views that have an icon and may be opened. */
const usePlaces = (base: string, views: readonly View[], can: (view: View) => boolean) => {
  const { path } = useLocation();
  const startOf = (view: View): string => base + view.path.split('/:')[0];
  return views.flatMap((view): Place[] => {
    const { icon, key, title, count } = view;
    const isElsewhere = view.isForPhones === true && !isNarrow.value;
    if (icon === undefined || isElsewhere || !can(view)) return [];
    const href = startOf(view);
    const start = href.replace(/\/$/, '');
    const isCurrent = path === start || (href !== base && path.startsWith(`${start}/`));
    return [{ href, text: title(), icon, key, count: count?.() ?? 0, isCurrent }];
  });
};

const PlaceLink = ({ place }: { readonly place: Place }) => (
  <a href={place.href} aria-current={place.isCurrent ? 'page' : undefined}>
    <Icon name={place.icon} />
    <span>{place.text}</span>
    {place.count > 0 ? <span class="count">{place.count}</span> : null}
  </a>
);

/** Opens a place that keys have named. */
const goTo = async (route: (href: string) => void, href: string): Promise<void> => {
  if (await mayLeave()) route(href);
};

const GoTo = ({ find, onClose }: { readonly find: FindOptions; readonly onClose: () => void }) => {
  const { route } = useLocation();
  return (
    <Dialog title={words().goTo} onClose={onClose} closesBeside size="top">
      <Combobox
        label={words().goToHint}
        value=""
        find={find}
        onChoose={(href) => {
          onClose();
          void goTo(route, href);
        }}
      />
    </Dialog>
  );
};

/** The props of a frame. */
interface FrameProps {
  readonly base: string;
  readonly views: readonly View[];
  /** May the user open the view? */
  readonly can: (view: View) => boolean;
  /** Do the places stand at the side? Otherwise they stand in the top bar. */
  readonly hasRail: boolean;
  /** The signed-in user and the place of the session. */
  readonly who: ComponentChildren;
  /** The state of the connection. */
  readonly status: ComponentChildren;
  /** Actions at the end of the top bar, such as signing out. */
  readonly actions: ComponentChildren;
  /** Bars under the top bar: offline, read-only, armed. */
  readonly bars: ComponentChildren;
  /** Further results of `Ctrl+K`: symbols, logins. The value of an option is an address. */
  readonly find?: FindOptions | undefined;
  readonly children: ComponentChildren;
}

/** Places in the bottom bar of a phone; the others stand behind "More". */
const BOTTOM_MAX = 4;

const BottomBar = ({ places }: { readonly places: readonly Place[] }) => {
  const [isOpen, setOpen] = useState(false);
  const { path } = useLocation();
  useEffect(() => setOpen(false), [path]);
  const rest = places.slice(BOTTOM_MAX);
  return (
    <nav class="bottom-bar" aria-label={words().places}>
      {places.slice(0, BOTTOM_MAX).map((place) => (
        <PlaceLink key={place.href} place={place} />
      ))}
      {rest.length === 0 ? null : (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Icon name="menu" />
          <span>{common().more}</span>
        </button>
      )}
      {isOpen ? (
        <Dialog title={common().more} onClose={() => setOpen(false)} closesBeside>
          <div class="places">
            {rest.map((place) => (
              <PlaceLink key={place.href} place={place} />
            ))}
          </div>
        </Dialog>
      ) : null}
    </nav>
  );
};

/** After a change of the address the view has the focus, so that keys and readers start there. */
const useFocusedView = () => {
  const view = useRef<HTMLElement>(null);
  const { path } = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) view.current?.focus();
    before.current = path;
  }, [path]);
  return view;
};

/** Draws the app around its view. */
export const Frame = (props: FrameProps) => {
  const { base, views, can, hasRail, who, status, actions, bars, find, children } = props;
  const { route } = useLocation();
  const [isGoing, setGoing] = useState(false);
  const places = usePlaces(base, views, can);
  const view = useFocusedView();
  const findAll: FindOptions = async (text) => {
    const named: Option[] = places.map(({ href, text: name, key }) => ({
      value: href,
      text: name,
      hint: key,
    }));
    return [...fitting(named, text), ...((await find?.(text)) ?? [])];
  };
  useKeys(words().frame, [
    { key: 'Ctrl+K', text: words().goTo, run: () => setGoing(true) },
    { key: '/', text: common().search, run: focusSearch },
    ...places.flatMap(({ key, text, href }) =>
      key === undefined ? [] : [{ key, text, run: () => void goTo(route, href) }],
    ),
  ]);
  const links = places.map((place) => <PlaceLink key={place.href} place={place} />);
  return (
    <div class={`frame ${hasRail ? 'with-rail' : ''}`}>
      <a class="skip" href="#view">
        {words().skip}
      </a>
      <header class="top-bar">
        <a class="brand" href={base}>
          brokerd
        </a>
        <span class="who">{who}</span>
        {status}
        {hasRail || isNarrow.value ? (
          <span class="grow" />
        ) : (
          <nav class="grow places" aria-label={words().places}>
            {links}
          </nav>
        )}
        <Button icon="search" class="bare" label={words().goTo} onClick={() => setGoing(true)} />
        {isNarrow.value ? null : (
          <Button icon="info" class="bare" label={words().keys} onClick={showKeys} />
        )}
        {actions}
      </header>
      {bars}
      {hasRail && !isNarrow.value ? (
        <nav class="rail places" aria-label={words().places}>
          {links}
        </nav>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the view */}
      <main id="view" ref={view} tabIndex={0}>
        {children}
      </main>
      {isNarrow.value ? <BottomBar places={places} /> : null}
      {isGoing ? <GoTo find={findAll} onClose={() => setGoing(false)} /> : null}
      <Confirmations />
      <Keys />
      <Toasts />
    </div>
  );
};
