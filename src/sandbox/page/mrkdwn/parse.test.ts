import { expect, it } from 'vitest';
import { type Piece, parse } from './parse.ts';

/** Formats pieces as text, each kind with its own brackets, for readable tables. */
function shown(pieces: readonly Piece[]): string {
  return pieces.map(one).join('');
}

function one(piece: Piece): string {
  if (piece.kind === 'break') return '⏎';
  if (piece.kind === 'text') return piece.text;
  const [, ...inside] = Object.values(piece) as [string, ...unknown[]];
  const text = 'inside' in piece ? shown(piece.inside) : inside.join('|');
  return `[${piece.kind} ${text}]`;
}

it.each([
  ['plain words', 'plain words'],
  ['*bold* and _leaning_ and ~gone~', '[bold bold] and [italic leaning] and [strike gone]'],
  ['*bold _and leaning_*', '[bold bold [italic and leaning]]'],
  ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
  ['*<@U1> joins `today`*', '[bold [user U1] joins [code today]]'],
  ['a * b * c', 'a * b * c'],
  ['`*code*` stays', '[code *code*] stays'],
  ['```\none\n*two*\n```', '[block one\n*two*]'],
  ['hi <@U1> and <@U2|bob>', 'hi [user U1] and [user U2]'],
  ['in <#C1|general> for <!subteam^S1>', 'in [channel C1] for [group S1]'],
  ['<!channel> <!date^1|tomorrow>', '[broadcast channel] tomorrow'],
  ['&lt;!channel&gt; &amp; co', '<!channel> & co'],
  ['<https://a.example/x?y=1|here>', '[link https://a.example/x?y=1|here]'],
  ['<mailto:j@a.example|j@a.example>', '[link mailto:j@a.example|j@a.example]'],
  ['see https://a.example/b.', 'see [link https://a.example/b|https://a.example/b].'],
  ['one\ntwo', 'one⏎two'],
  ['> said', '[quote said]'],
  ['&gt; said\n&gt; so\nwell', '[quote said⏎so]well'],
])('reads %j as Slack shows it', (text, expected) => {
  expect(shown(parse(text))).toBe(expected);
});
