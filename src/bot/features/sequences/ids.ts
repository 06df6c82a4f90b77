/** The windows' `callback_id`. */
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

/** The action ids. The first two may stand in any window, message or Home. */
export const actions = {
  open: 'sequences_open',
  starters: 'sequences_starters',
  previous: 'sequences_previous',
  next: 'sequences_next',
  make: 'sequences_make',
  lookAtStarter: 'sequences_starter_look',
  /** About one sequence; their value is a place. */
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

/** What a button is about. */
export interface Place {
  /** The sequence's. */
  id: number;
  /** Its version when the button was shown. */
  seen: number;
  /** A task by its position, or a page by its number. */
  at: number;
}

/** As a button holds it. */
export function placeValue({ id, seen, at = 0 }: Pick<Place, 'id' | 'seen'> & Partial<Place>): string {
  return `${id}:${seen}:${at}`;
}

/** What a button holds; a sequence that nobody has for what is no place. */
export function placeIn(value: string | undefined): Place {
  const [id = -1, seen = 0, at = 0] = (value ?? '').split(':').map((part) => numberIn(part, -1));
  return { id, seen, at };
}

/** A page's number in a button. */
export function pageIn(value: string | undefined): number {
  return Math.max(numberIn(value ?? '', 0), 0);
}

function numberIn(text: string, otherwise: number): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
}
