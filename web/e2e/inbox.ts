// Reads the messages that a local shop would have sent. The gateway lists them at `/dev/inbox.json` instead of sending them.

import { type APIRequestContext, expect } from '@playwright/test'

/** A text message or an e-mail. `at` is the time at which it was sent. */
interface Message {
  to: string
  channel: 'sms' | 'email'
  subject: string
  text: string
  at: string
}

/** Returns the messages to `to`, a phone number or an e-mail address, newest first. */
export async function messagesTo(request: APIRequestContext, to: string): Promise<Message[]> {
  const response = await request.get('/dev/inbox.json', { params: { to } })
  expect(response.ok(), 'the dev inbox answers').toBe(true)
  return (await response.json()) as Message[]
}

/** Waits until the newest message that matches `pattern` has a new text in its first group, and returns this text. */
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

/** Waits until at least `count` messages have been sent to the phone number, and returns the newest code. */
export async function codeFor(request: APIRequestContext, phone: string, count = 1): Promise<string> {
  await expect.poll(async () => (await messagesTo(request, phone)).length).toBeGreaterThanOrEqual(count)
  return findInMessages(request, phone, /\b(\d{4})\b/, () => true)
}

/** Waits for an e-mail with a link that contains `part` and differs from `previous`, and returns the path of the newest such link. */
export const linkFor = async (request: APIRequestContext, email: string, part: string, previous = '') =>
  findInMessages(request, email, new RegExp(`https?://[^/\\s]+(/\\S*${part}\\S*)`), (path) => path !== previous)
