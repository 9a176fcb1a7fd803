// The router: finds the routes of a path, and its parameters.

import type { Method, Route } from './route.js';

interface PathNode {
  readonly literals: Map<string, PathNode>;
  parameter: { readonly name: string; readonly node: PathNode } | undefined;
  readonly routes: Map<Method, Route>;
}

/** The routes of a path by method, and its parameters as text. */
export interface Match {
  readonly routes: ReadonlyMap<Method, Route>;
  readonly params: Readonly<Record<string, string>>;
}

const newNode = (): PathNode => ({ literals: new Map(), parameter: undefined, routes: new Map() });

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** A tree of path segments; literal segments take precedence over parameters. */
export class Router {
  readonly #root = newNode();
  /** Whole paths without parameters. */
  readonly #literal = new Map<string, Match>();

  /**
   * Throws when two routes have the same method and path, or a parameter has two names or no
   * schema.
   */
  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** The routes of a path; undefined = none. */
  find(path: string): Match | undefined {
    const literal = this.#literal.get(path);
    if (literal !== undefined) return literal;
    const params: Record<string, string> = {};
    let node: PathNode = this.#root;
    for (const segment of path.slice(1).split('/')) {
      const literal = node.literals.get(segment);
      if (literal !== undefined) {
        node = literal;
        continue;
      }
      const value = decode(segment);
      if (node.parameter === undefined || value === undefined || value === '') return undefined;
      params[node.parameter.name] = value;
      node = node.parameter.node;
    }
    return node.routes.size === 0 ? undefined : { routes: node.routes, params };
  }

  #add(route: Route): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of route.path.slice(1).split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      node = name === undefined ? literalOf(node, segment) : parameterOf(node, name);
    }
    const schema = route.params?.schema as { properties?: object } | undefined;
    const known = Object.keys(schema?.properties ?? {});
    if (known.sort().join() !== names.sort().join() || node.routes.has(route.method)) {
      throw new Error(`${route.method} ${route.path} contradicts its parameters or another route`);
    }
    node.routes.set(route.method, route);
    if (names.length === 0) this.#literal.set(route.path, { routes: node.routes, params: {} });
  }
}

const literalOf = (node: PathNode, segment: string): PathNode => {
  const next = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, next);
  return next;
};

const parameterOf = (node: PathNode, name: string): PathNode => {
  node.parameter ??= { name, node: newNode() };
  if (node.parameter.name !== name) throw new Error(`a parameter is ${name} and another name`);
  return node.parameter.node;
};
