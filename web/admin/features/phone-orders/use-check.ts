// The server's check of the order that is being typed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedPhoneOrder, PhoneOrderDraft } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { useDebounced } from '~shared/lib/clock'
import { phoneCheckQuery } from './api'

/** The draft must not change for this long before it is checked. */
const DEBOUNCE_MS = 400

export interface PhoneCheck {
  /** The last result, perhaps of an earlier draft. Undefined while no line is complete. */
  checked: CheckedPhoneOrder | undefined
  /** Whether the draft of `checked` had a place, so that the delivery has a price. */
  hasPlace: boolean
  /** Whether `checked` is the newest result for the typed draft. */
  isCurrent: boolean
  /** Whether an account has the typed phone number. Undefined until the number was checked. */
  hasAccount: boolean | undefined
  failure: Error | null
  refetch: () => void
}

/** A response, and the draft that it is about. */
interface Result {
  data: { data: CheckedPhoneOrder }
  draft: PhoneOrderDraft
}

export function usePhoneCheck(draft: PhoneOrderDraft): PhoneCheck {
  const locale = useLocale()
  const draftJson = JSON.stringify(draft)
  const settledJson = useDebounced(draftJson, DEBOUNCE_MS)
  const settled = JSON.parse(settledJson) as PhoneOrderDraft
  const { data, error, isSuccess, isFetching, refetch } = useQuery({
    ...phoneCheckQuery(locale, settled),
    enabled: settled.lines.length > 0,
  })
  const [last, setLast] = useState<Result | null>(null)
  if (data && data !== last?.data) setLast({ data, draft: settled })
  const isSettled = draftJson === settledJson && !isFetching
  const hasLines = draft.lines.length > 0
  const isPhoneChecked = draft.customerPhone !== undefined && last?.draft.customerPhone === draft.customerPhone

  return {
    checked: hasLines ? last?.data.data : undefined,
    hasPlace: last?.draft.cityId !== undefined,
    isCurrent: hasLines && isSettled && isSuccess,
    hasAccount: isPhoneChecked ? last?.data.data.hasAccount : undefined,
    failure: isSettled ? error : null,
    refetch: () => {
      if (settled.lines.length > 0) void refetch()
    },
  }
}
