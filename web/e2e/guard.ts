import { type BrowserContext, expect } from '@playwright/test'

/** Fails a test when the browser reports an error, even if the page looks right. */
export class Guard {
  private readonly complaints: string[] = []
  private readonly expected: RegExp[] = []

  constructor(context: BrowserContext, baseURL: string) {
    const { origin } = new URL(baseURL)
    // Violations of the content security policy are console errors, too.
    context.on('console', (message) => {
      if (message.type() === 'error') this.complain(`console: ${message.text()} (${message.location().url.replace(origin, '')})`)
    })
    context.on('weberror', (error) => this.complain(`page error: ${error.error().stack ?? error.error().message}`))
    context.on('response', (response) => {
      if (response.status() >= 500) this.complain(`${response.status()} from ${response.url().replace(origin, '')}`)
    })
    context.on('request', (request) => {
      if (!request.url().startsWith(origin) && /^https?:/.test(request.url())) this.complain(`a request to another site: ${request.url()}`)
    })
  }

  allow(...complaints: RegExp[]) {
    this.expected.push(...complaints)
  }

  expectNoComplaints() {
    const unexpected = this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)))
    expect(unexpected, 'console errors, page errors, 5xx responses, requests to other sites').toEqual([])
  }

  private complain(complaint: string) {
    this.complaints.push(complaint)
  }
}
