// Changes of addresses. The list shows a change at once, and its old state if the server refuses.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, post } from '~shared/api/http'
import type { Address, AddressInput, ApiResponse } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { focusHeading } from '~/lib/focus-heading'
import { toast } from '~shared/ui/toast-store'
import { failureText } from '~shared/api/failure'
import { addressesQuery } from '~shared/features/addresses/queries'
import { toFormValues, toRequest } from './rules'

export function writeAddress(locale: Locale, input: AddressInput, id?: number): Promise<ApiResponse<'/user/addresses', 'post'>> {
  if (id === undefined) return post(locale, '/user/addresses', input)
  return call({ method: 'PUT', path: `/user/addresses/${id}`, locale, body: input }) as Promise<ApiResponse<'/user/addresses', 'post'>>
}

const changeList = (client: QueryClient, locale: Locale, next: (addresses: Address[]) => Address[]) =>
  client.setQueryData(addressesQuery(locale).queryKey, (old) => old && { ...old, data: next(old.data) })

export function useMakeDefault() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = addressesQuery(locale)
  return useMutation({
    scope: { id: 'addresses' },
    mutationFn: (address: Address) => writeAddress(locale, { ...toRequest(toFormValues(address)), isDefault: true }, address.id),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      changeList(client, locale, (addresses) => addresses.map((address) => ({ ...address, isDefault: address.id === id })))
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** "Undo" adds the address again. */
export function useRemoveAddress() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = addressesQuery(locale)
  const refresh = () => client.invalidateQueries({ queryKey })

  const restore = async (address: Address) => {
    try {
      await writeAddress(locale, toRequest(toFormValues(address)))
    } catch (error) {
      toast.bad(failureText(t, error))
    }
    await refresh()
  }

  return useMutation({
    scope: { id: 'addresses' },
    mutationFn: ({ id }: Address) => call({ method: 'DELETE', path: `/user/addresses/${id}`, locale }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      changeList(client, locale, (addresses) => addresses.filter((address) => address.id !== id))
      focusHeading()
    },
    onSuccess: (_done, address) =>
      toast.plain(t('account.addresses.removed'), { label: t('common.undo'), run: () => void restore(address) }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
