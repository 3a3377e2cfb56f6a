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

/** Waits for a message that matches, and returns the first group of the newest match. */
async function findInMessages(request: APIRequestContext, to: string, pattern: RegExp): Promise<string> {
  let newestMatch: string | undefined
  await expect
    .poll(
      async () => {
        const messages = await messagesTo(request, to)
        newestMatch = messages.map(({ text }) => pattern.exec(text)?.[1]).find((group) => group !== undefined)
        return newestMatch !== undefined
      },
      { message: `a message to ${to} with ${pattern}` },
    )
    .toBe(true)
  return newestMatch ?? ''
}

/** Waits for `count` messages, and returns the newest code. */
export async function codeFor(request: APIRequestContext, phone: string, count = 1): Promise<string> {
  await expect.poll(async () => (await messagesTo(request, phone)).length).toBeGreaterThanOrEqual(count)
  return findInMessages(request, phone, /\b(\d{4})\b/)
}

/** Returns the path of the newest link that contains `part`. */
export const linkFor = (request: APIRequestContext, email: string, part: string) =>
  findInMessages(request, email, new RegExp(`https?://[^/\\s]+(/\\S*${part}\\S*)`))
