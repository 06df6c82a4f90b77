import type {
  ActionsBlockElement,
  ImageElement,
  InputBlockElement,
  MultiSelect,
  SectionBlockAccessory,
  Select,
} from '@slack/types';

export type SelectElement = Select | MultiSelect;

/** Everything with which a person can do something. */
export type AnyElement = Exclude<
  ActionsBlockElement | InputBlockElement | SectionBlockAccessory,
  ImageElement
>;
