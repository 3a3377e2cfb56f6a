import { expect, it } from 'vitest'
import { eventParser, reconnectDelay } from './event-stream'

const parseChunks = (...chunks: string[]) => chunks.flatMap(eventParser())

it('parses events however the chunks are cut', () => {
  const text = 'id: 1\r\nevent: order\r\ndata: {"a":1}\r\n\r\n: still here\n\nevent: order\ndata: {"a":\ndata: 2}\n\n'
  const events = [
    { event: 'order', data: '{"a":1}', id: '1' },
    { event: 'order', data: '{"a":\n2}' },
  ]
  expect(parseChunks(text)).toEqual(events)
  expect(parseChunks(...text.split(''))).toEqual(events)
})

it('waits for the end of an event', () => {
  expect(parseChunks('event: order\ndata: 1\n')).toEqual([])
})

it('treats an event without a name as a message, and keeps field-like text inside the data', () => {
  expect(parseChunks('data:event: x\n\n')).toEqual([{ event: 'message', data: 'event: x' }])
})

it('doubles the pause up to half a minute, with jitter', () => {
  // The second argument is the random part.
  expect([0, 1, 2, 9].map((failures) => reconnectDelay(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(reconnectDelay(2, 0)).toBe(2000)
})
