/** What is looked for: routes, a way of routes, places. */
export interface Lit {
  routes?: ReadonlySet<string>;
  way?: ReadonlySet<string>;
  places?: ReadonlySet<string>;
}
