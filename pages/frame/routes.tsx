// The routes of an app: a line a view, each loaded when it is opened.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import type { LackedRights } from '../live/session.js';
import type { StaffOperation } from '../made/rights.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import type { IconName } from '../ui/icons.js';
import { Empty, NoRight, Skeleton } from '../ui/loaded.js';

const words = texts({
  notFound: ['There is no such page.', 'Diese Seite gibt es nicht.'],
  home: ['To the start', 'Zum Anfang'],
  broken: ['This view has failed.', 'Diese Ansicht ist fehlgeschlagen.'],
  reload: ['Load the page again', 'Seite neu laden'],
});

/** A view of an app. */
export interface View {
  /** Below the address of the app, with parameters: `history/:tab?`; empty = the start. */
  readonly path: string;
  /** Its name in the rail, in the title of the page, and in the list of places. */
  readonly title: () => string;
  /** Loads the part that has it; the default export is its component, without props. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Its icon in the rail; a view without one has no place there. */
  readonly icon?: IconName;
  /** A key that opens it from everywhere, such as `Alt+3`. */
  readonly key?: string;
  /** The operation of staff that it needs; without the right it is not in the rail. */
  readonly needs?: StaffOperation;
  /** Has it a place on phones alone, because a wide window has it within another view? */
  readonly isForPhones?: boolean;
  /** Drawn also while nobody is signed in. */
  readonly isOpen?: boolean;
  /** A count beside its name: what waits there. */
  readonly count?: () => number;
}

/** The address of a view in its app: `hrefOf('/desk/', 'accounts/:login', { login: '7' })`. */
export const hrefOf = (
  base: string,
  path: string,
  given: Readonly<Record<string, string | number>> = {},
): string => {
  const parts = path.split('/').flatMap((part) => {
    const [, name, mark] = /^:(\w+)([?*+]?)$/.exec(part) ?? [];
    if (name === undefined) return [part];
    const value = given[name];
    if (value === undefined && mark === '?') return [];
    return [encodeURIComponent(String(value))];
  });
  return base + parts.join('/');
};

/** The rights that are missing for an operation; null = it may be used. */
type LackedFor = (operation: StaffOperation) => LackedRights | null;

interface GuardedProps {
  readonly lackedFor?: LackedFor | undefined;
}

/** The component of a view: its title in the window, and its part once the rights are there. */
const guarded = (view: View): ComponentType<GuardedProps> => {
  const Part = lazy(view.load) as ComponentType;
  return ({ lackedFor }) => {
    const title = view.title();
    useEffect(() => {
      document.title = `${title} · brokerd`;
    }, [title]);
    const lacked = view.needs === undefined ? null : (lackedFor?.(view.needs) ?? null);
    return lacked === null ? <Part /> : <NoRight lacked={lacked} />;
  };
};

/** Made once, so that an open view stays when the frame is drawn again. */
const components = new WeakMap<View, ComponentType<GuardedProps>>();
const componentOf = (view: View): ComponentType<GuardedProps> => {
  const known = components.get(view) ?? guarded(view);
  components.set(view, known);
  return known;
};

interface RoutesProps {
  /** The address of the app. */
  readonly base: string;
  readonly views: readonly View[];
  readonly lackedFor?: LackedFor | undefined;
}

const NotFound = ({ base }: Pick<RoutesProps, 'base'>) => (
  <Empty text={words().notFound} action={<a href={base}>{words().home}</a>} />
);

/** The view of the address; a part that is being loaded has a placeholder. */
export const Routes = ({ base, views, lackedFor }: RoutesProps) => {
  const [failed, setFailed] = useState<Error | null>(null);
  const [isLoading, setLoading] = useState(false);
  const { path } = useLocation();
  useEffect(() => setFailed(null), [path]);
  if (failed !== null) {
    return (
      <Empty
        text={`${words().broken} ${failed.message}`}
        action={<Button onClick={() => location.reload()}>{words().reload}</Button>}
      />
    );
  }
  return (
    <ErrorBoundary onError={setFailed}>
      {isLoading ? <Skeleton /> : null}
      <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
        {views.map((view) => (
          <Route
            key={view.path}
            path={base + view.path}
            component={componentOf(view)}
            lackedFor={lackedFor}
          />
        ))}
        <Route default component={NotFound} base={base} />
      </Router>
    </ErrorBoundary>
  );
};

/** The provider of the address; links outside of the app leave it. */
export const Located = LocationProvider;

/**
 * The part of the address after `?`, in which a view keeps its filters and its order: a view is a
 * link. `change` replaces members; an empty one goes.
 */
export const useQuery = (): {
  readonly query: Readonly<Record<string, string>>;
  readonly change: (members: Readonly<Record<string, string | undefined>>) => void;
} => {
  const { path, query, route } = useLocation();
  const change = (members: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.entries({ ...query, ...members }).filter(([, value]) => Boolean(value));
    const text = new URLSearchParams(next as [string, string][]).toString();
    route(text === '' ? path : `${path}?${text}`, true);
  };
  return { query, change };
};
