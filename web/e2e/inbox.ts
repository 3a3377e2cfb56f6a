import { type APIRequestContext, expect } from '@playwright/test'

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

/** Waits for a message that matches, and returns the first group of the newest match. */
async function findInMessages(request: APIRequestContext, to: string, pattern: RegExp, isNew: (found: string) => boolean): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const messages = await messagesTo(request, to)
        found = messages.map(({ text }) => pattern.exec(text)?.[1]).find((group) => group !== undefined)
        return found !== undefined && isNew(found)
      },
      { message: `a message to ${to} with ${pattern}` },
    )
    .toBe(true)
  return found ?? ''
}

/** Returns the newest code sent to a number, once at least `count` messages have arrived. */
export async function codeFor(request: APIRequestContext, phone: string, count = 1): Promise<string> {
  await expect.poll(async () => (await messagesTo(request, phone)).length).toBeGreaterThanOrEqual(count)
  return findInMessages(request, phone, /\b(\d{4})\b/, () => true)
}

/** Returns the path of the newest mailed link that contains `part` and differs from `previous`. */
export const linkFor = async (request: APIRequestContext, email: string, part: string, previous = '') =>
  findInMessages(request, email, new RegExp(`https?://[^/\\s]+(/\\S*${part}\\S*)`), (path) => path !== previous)
