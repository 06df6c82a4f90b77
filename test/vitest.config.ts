import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits for leases and kills takes longest: begun first, nothing is left that everything else waits for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/test/faults/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest reads no other one.
export default defineConfig({ test: { sequence: { sequencer: LongestFirst } } });
