export interface ServerEvent {
  event: string
  data: string
  /** What to name when the line is taken up again: everything after this one is still to come. */
  id?: string
}

/** One block of a `text/event-stream`; a comment that only keeps the line alive is no event. */
function read(block: string): ServerEvent[] {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = line.match(/^([^:]+):? ?(.*)$/) ?? []
    if (field === 'event') event = value
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? [{ event, data: data.join('\n'), ...(id !== undefined && { id }) }] : []
}

/** Puts the pieces that arrive together again: a piece may end in the middle of an event. */
export function eventReader() {
  let rest = ''
  return (piece: string): ServerEvent[] => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(read)
  }
}
