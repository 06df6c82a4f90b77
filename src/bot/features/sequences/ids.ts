export const views = {
  list: 'sequences',
  sequence: 'sequences_sequence',
  task: 'sequences_task',
  make: 'sequences_make',
  rename: 'sequences_rename',
  starters: 'sequences_starters',
  starter: 'sequences_starter',
  between: 'sequences_between',
} as const;

/** Action ids. `open` and `starters` are also used in messages and App Home. */
export const actions = {
  open: 'sequences_open',
  starters: 'sequences_starters',
  previous: 'sequences_previous',
  next: 'sequences_next',
  make: 'sequences_make',
  lookAtStarter: 'sequences_starter_look',
  /** Actions on one sequence; the value is a place, see `placeValue`. */
  show: 'sequences_show',
  previousTasks: 'sequences_tasks_previous',
  nextTasks: 'sequences_tasks_next',
  rename: 'sequences_rename',
  copy: 'sequences_copy',
  archive: 'sequences_archive',
  bringBack: 'sequences_bring_back',
  addTask: 'sequences_task_add',
  changeTask: 'sequences_task_change',
  removeTask: 'sequences_task_remove',
} as const;

export interface Place {
  id: number;
  /** The sequence's version when the button was shown. */
  seen: number;
  /** Index of a task, or number of a page. */
  at: number;
}

/** Builds a button's value, e.g. `12:3:0`. */
export function placeValue({ id, seen, at = 0 }: Pick<Place, 'id' | 'seen'> & Partial<Place>): string {
  return `${id}:${seen}:${at}`;
}

/** Parses a button's value. An invalid one gives id -1, which no sequence has. */
export function placeIn(value: string | undefined): Place {
  const [id = -1, seen = 0, at = 0] = (value ?? '').split(':').map((part) => numberIn(part, -1));
  return { id, seen, at };
}

/** Parses a page number; 0 if it isn't valid. */
export function pageIn(value: string | undefined): number {
  return Math.max(numberIn(value ?? '', 0), 0);
}

function numberIn(text: string, otherwise: number): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
