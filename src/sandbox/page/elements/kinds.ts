import type {
  ActionsBlockElement,
  ImageElement,
  InputBlockElement,
  MultiSelect,
  SectionBlockAccessory,
  Select,
} from '@slack/types';

export type SelectElement = Select | MultiSelect;

export type AnyElement = Exclude<
  ActionsBlockElement | InputBlockElement | SectionBlockAccessory,
  ImageElement
>;
