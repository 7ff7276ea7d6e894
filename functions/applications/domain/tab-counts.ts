/** How much an application has, by the tabs that list it; undefined where rows are unreadable. */
export type TabCounts = Readonly<
  Record<'recordings' | 'runs' | 'schedules' | 'rules' | 'expected', number | undefined>
>;
