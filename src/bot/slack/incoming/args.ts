import type {
  AllMiddlewareArgs,
  BlockAction,
  ButtonAction,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt';

export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
export type ShortcutArgs = SlackShortcutMiddlewareArgs & AllMiddlewareArgs;
export type MessageArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;
export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;
export type ChangeArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
export type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;
export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;
export type ClosedArgs = SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs;
export type HomeArgs = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs;
