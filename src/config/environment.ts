export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The content of the file in `NAME_FILE` becomes `NAME`, as for container secrets. Returns a sentence for
 * each unusable file too.
 */
export function withSecretFiles(
  env: Environment,
  names: readonly string[],
  readFile: (path: string) => string,
): { values: Environment; problems: string[] } {
  const values: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) problems.push(`${name}_FILE: ${name} is set too. Keep one of the two.`);
    else takeFrom(path, name);
  }
  return { values, problems };

  function takeFrom(path: string, name: string): void {
    try {
      values[name] = readFile(path).trim();
    } catch {
      problems.push(`${name}_FILE: ${path} can’t be read. Check its path and permissions.`);
    }
  }
}
