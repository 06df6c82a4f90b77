/** How much of something the sandbox does, and the test that shows it. What is missing is refused, never quietly accepted. */
type Coverage =
  | { support: 'supported'; test: NamedTest }
  | { support: 'partial'; without: string; test: NamedTest }
  | { support: 'not' };

/** A test as the runner prints it: its file below `test/sandbox`, and its title behind that of its `describe`. */
interface NamedTest {
  file: string;
  title: string;
}

/** By the name in Slack's documentation. */
export type CoverageTable = Readonly<Record<string, Coverage>>;

/** All of it, as this test shows. */
export function supported(test: NamedTest): Coverage {
  return { support: 'supported', test };
}

/** All but what is said, as this test shows. */
export function partial(without: string, test: NamedTest): Coverage {
  return { support: 'partial', without, test };
}

/** Nothing of it. */
export const not: Coverage = { support: 'not' };

/** Names tests of one file. */
export function testsOf(file: string): (title: string) => NamedTest {
  return (title) => ({ file, title });
}
