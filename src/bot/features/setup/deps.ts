import type { Changes } from '../../changes.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { SetupMarks } from '../../setup/marks.ts';
import type { SetupStep } from '../../setup/step.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { SettingsStore } from '../../storage/settings.ts';

export interface FactDeps {
  settingsStore: Pick<SettingsStore, 'current' | 'isFixed' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'> & {
    rules: { fixedUrl: string | undefined; tokenIsFixed: boolean };
  };
  directory: Pick<Directory, 'current' | 'trouble'>;
  additions: Pick<ServiceAdditions, 'known' | 'offered'>;
}

export interface SetupDeps extends FactDeps {
  setupSteps: readonly SetupStep[];
  setupMarks: SetupMarks;
  changes: Pick<Changes, 'tell'>;
}
