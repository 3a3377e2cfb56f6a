import { partsOf } from '../typed-part'

/** What a suggestion adds to what was typed stands out: that is what one chooses by. */
export function Untyped({ text, typed }: { text: string; typed: string }) {
  if (!typed) return text
  return partsOf(text, typed).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
    part.isTyped ? <span key={index}>{part.text}</span> : <b key={index}>{part.text}</b>,
  )
}
