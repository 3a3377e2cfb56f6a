// Reads the messages of a local shop, which lists them at `/dev/inbox.json` instead of sending them.

import { type APIRequestContext, expect } from '@playwright/test'

interface Message {
  to: string
  channel: 'sms' | 'email'
  subject: string
  text: string
  at: string
}

/** The newest message is first. */
export async function messagesTo(request: APIRequestContext, to: string): Promise<Message[]> {
  const response = await request.get('/dev/inbox.json', { params: { to } })
  expect(response.ok(), 'the dev inbox answers').toBe(true)
  return (await response.json()) as Message[]
}

/** Returns the first group of the newest match, once `isNew` accepts it. */
async function findInMessages(request: APIRequestContext, to: string, pattern: RegExp, isNew: (text: string) => boolean): Promise<string> {
  let newestText: string | undefined
  await expect
    .poll(
      async () => {
        const messages = await messagesTo(request, to)
        newestText = messages.map(({ text }) => pattern.exec(text)?.[1]).find((group) => group !== undefined)
        return newestText !== undefined && isNew(newestText)
      },
      { message: `a message to ${to} with ${pattern}` },
    )
    .toBe(true)
  return newestText ?? ''
}

/** Waits for `count` messages, and returns the newest code. */
export async function codeFor(request: APIRequestContext, phone: string, count = 1): Promise<string> {
  await expect.poll(async () => (await messagesTo(request, phone)).length).toBeGreaterThanOrEqual(count)
  return findInMessages(request, phone, /\b(\d{4})\b/, () => true)
}

/** Returns the path of the newest link that contains `part` and differs from `previous`. */
export const linkFor = async (request: APIRequestContext, email: string, part: string, previous = '') =>
  findInMessages(request, email, new RegExp(`https?://[^/\\s]+(/\\S*${part}\\S*)`), (path) => path !== previous)
