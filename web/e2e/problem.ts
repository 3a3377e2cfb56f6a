/** Returns a response of the API that refuses a request, for `route.fulfill`. */
export const problem = (status: number, code: string, detail = '…') => ({
  status,
  contentType: 'application/problem+json',
  json: { status, code, title: '…', detail },
})
