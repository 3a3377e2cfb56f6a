import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '~shared/api/failure'
import { I18nContext } from '~shared/i18n/context'
import { t } from '~mock/in-shop'
import { ErrorPage } from './error-page'

function openWithError(error: Error) {
  const loader = () => {
    throw error
  }
  const router = createMemoryRouter([{ path: '/', loader, ErrorBoundary: ErrorPage, HydrateFallback: () => null, Component: () => null }])
  render(
    <I18nContext value={{ locale: 'az', t }}>
      <RouterProvider router={router} />
    </I18nContext>,
  )
}

it('shows that there is no connection, without loading anything', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  openWithError(new TypeError('Failed to fetch dynamically imported module'))
  await screen.findByText(t('common.failure.network'))
  expect(document.querySelector('img')).toBeNull()
})

it.each([
  [new ApiFailure('http', 503), t('common.failure.title')],
  [new ApiFailure('http', 404), t('common.notFound.title')],
])('shows another title for %s', async (error, title) => {
  openWithError(error)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title)
})
