import { beforeEach, expect, it } from 'vitest'
import { toast, useToasts } from './toast-store'

const texts = () => useToasts.getState().toasts.map(({ tone, text }) => `${tone} ${text}`)

beforeEach(() => useToasts.setState({ toasts: [] }))

it('shows the last three', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast.plain(text)
  expect(texts()).toEqual(['plain two', 'plain three', 'plain four'])
})

it('moves a repeated toast to the end, with its new action', () => {
  let undone = 0
  toast.good('added', { action: { label: 'undo', run: () => (undone = 1) } })
  toast.bad('added')
  toast.good('added', { action: { label: 'undo', run: () => (undone = 2) } })
  expect(texts()).toEqual(['bad added', 'good added'])
  useToasts.getState().toasts[1]?.action?.run()
  expect(undone).toBe(2)
})
