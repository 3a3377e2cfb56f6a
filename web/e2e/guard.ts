// Makes a test fail when the browser reports an error, even if the page looks right. Every test of shop.ts has a guard.

import { type BrowserContext, expect } from '@playwright/test'

/**
 * Records complaints about a browser context: console errors, page errors, responses with a 5xx status, and requests to other sites. None
 * of these happens in a healthy shop.
 */
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

  /** Allows complaints that the test provokes. Any other complaint still fails the test. */
  allow(...complaints: RegExp[]) {
    this.expected.push(...complaints)
  }

  /** Fails the test if there is a complaint that the test has not allowed. */
  expectNoComplaints() {
    const unexpected = this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)))
    expect(unexpected, 'console errors, page errors, 5xx responses, requests to other sites').toEqual([])
  }

  private complain(complaint: string) {
    this.complaints.push(complaint)
  }
}
