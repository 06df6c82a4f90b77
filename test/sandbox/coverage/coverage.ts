/**
 * Extent of support in the sandbox, and the test that shows it. Missing parts are refused, never silently accepted.
 */
type Coverage =
  | { support: 'supported'; test: NamedTest }
  | { support: 'partial'; without: string; test: NamedTest }
  | { support: 'not' };

/** Test as the runner prints it: its file below `test/sandbox`, and its title after its `describe`. */
interface NamedTest {
  file: string;
  title: string;
}

export type CoverageTable = Readonly<Record<string, Coverage>>;

/** Full support, shown by this test. */
export function supported(test: NamedTest): Coverage {
  return { support: 'supported', test };
}

/** Support except for `without`, shown by this test. */
export function partial(without: string, test: NamedTest): Coverage {
  return { support: 'partial', without, test };
}

export const not: Coverage = { support: 'not' };

export function testsOf(file: string): (title: string) => NamedTest {
  return (title) => ({ file, title });
}
