/** What is looked for: routes, a way of routes, places. */
export interface Lit {
  routes?: ReadonlySet<string>;
  way?: ReadonlySet<string>;
  /** ways of what is not looked at closely */
  faint?: ReadonlySet<string>;
  places?: ReadonlySet<string>;
}
