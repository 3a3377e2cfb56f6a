// Changes one value (price, category or state) of many products. The server first only calculates the result (`dryRun`), then changes the
// products, and can undo the change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '~admin/features/categories/api'
import type { ProductFilter } from '~admin/paths'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { hasPathPrefix } from '~shared/api/query'
import type { ApiResponse, ProductsChangeForm, ProductState } from '~shared/api/types'
import { qepikOf } from '~shared/features/forms/rules'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { SelectField, TextField } from '~shared/ui/fields'
import { Outcome } from './bulk-outcome'
import { withPaths } from './categories'

const KINDS = ['percent', 'price', 'category', 'state'] as const
type Kind = (typeof KINDS)[number]
const STATES = ['published', 'withdrawn'] as const satisfies ProductState[]

/** A preview changes nothing. */
type Step = 'preview' | 'apply'

type Result = ApiResponse<'/admin/products/bulk', 'post'>

/** `send` requests a preview or the change, and `undo` takes the change back. */
function useBulkChange(ids: number[], filter: ProductFilter, change: ProductsChangeForm['change'] | undefined) {
  const { locale } = useI18n()
  const client = useQueryClient()
  const refreshProducts = () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/products') })
  // The idempotency key: the server applies a repeated request with the same key once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: (step: Step) => {
      const dryRun = step === 'preview'
      const body = { ids, filter: conditionsOf(filter), change: change ?? {}, dryRun, ...(!dryRun && { key }) } satisfies ProductsChangeForm
      return call({ method: 'POST', path: '/admin/products/bulk', locale, body }) as Promise<Result>
    },
    onSuccess: (_, step) => (step === 'preview' ? undefined : refreshProducts()),
  })
  const undo = useMutation({
    mutationFn: (id: number) => call({ method: 'POST', path: `/admin/products/bulk/${id}/undo`, locale }) as Promise<Result>,
    onSuccess: refreshProducts,
  })
  /** A new change needs a new key. */
  const restart = () => {
    send.reset()
    undo.reset()
    setKey(crypto.randomUUID())
  }
  return { send, undo, result: undo.data?.data ?? send.data?.data, error: send.error ?? undo.error, restart }
}

function conditionsOf({ sort: _sort, direction: _direction, categoryId, storeId, ...otherConditions }: ProductFilter) {
  return {
    ...otherConditions,
    ...(categoryId && { categoryId: Number(categoryId) }),
    ...(storeId && { storeId: Number(storeId) }),
  }
}

interface Props {
  /** If none is selected, all products that match the filter are changed. */
  ids: number[]
  filter: ProductFilter
  onClose: () => void
}

export function BulkChange({ ids, filter, onClose }: Props) {
  const { t, locale } = useI18n()
  const [kind, setKind] = useState<Kind>('percent')
  const [typed, setTyped] = useState('')
  const { data: categories } = useQuery(categoriesQuery(locale))
  const categoryPaths = withPaths(categories?.data ?? [], locale)
  const change = changeOf(kind, typed)
  const { send, undo, result, error, restart } = useBulkChange(ids, filter, change)
  const valueText = (value: string) => {
    if (kind === 'category') return categoryPaths.find(({ id }) => String(id) === value)?.name ?? value
    if (kind === 'state') return t(`adminProducts.state.${value as ProductState}`)
    return money(Number(value))
  }
  return (
    <section aria-labelledby="bulk" className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="bulk" className="text-xl">
          {ids.length > 0 ? t('adminProducts.bulk.title', { count: ids.length }) : t('adminProducts.bulk.list')}
        </h2>
        <p className="text-sm text-muted">{t('adminProducts.bulk.text')}</p>
      </div>
      <form
        className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          restart()
          send.mutate('preview')
        }}
      >
        <SelectField
          label={t('adminProducts.bulk.kind')}
          choices={KINDS.map((value) => ({ value, label: t(`adminProducts.bulk.kinds.${value}`) }))}
          value={kind}
          onChange={({ target }) => {
            setKind(KINDS.find((candidate) => candidate === target.value) ?? 'percent')
            setTyped('')
            restart()
          }}
        />
        <ValueField kind={kind} categories={categoryPaths} typed={typed} onType={setTyped} />
        <Button type="submit" size="lg" look="secondary" busy={send.isPending} disabled={!change || send.isPending}>
          {t('adminProducts.bulk.preview')}
        </Button>
      </form>
      {error && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {failureText(t, error)}
        </p>
      )}
      {result && <Outcome result={result} valueText={valueText} />}
      <div className="flex flex-wrap gap-3">
        {result && result.id === undefined && result.affected > 0 && (
          <Button busy={send.isPending} disabled={send.isPending} onClick={() => send.mutate('apply')}>
            {t('adminProducts.bulk.apply', { count: result.affected })}
          </Button>
        )}
        {result?.id !== undefined && !result.isUndone && (
          <Button look="secondary" busy={undo.isPending} disabled={undo.isPending} onClick={() => undo.mutate(Number(result.id))}>
            {t('adminProducts.bulk.undo')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t('adminProducts.bulk.close')}
        </Button>
      </div>
    </section>
  )
}

interface ValueFieldProps {
  kind: Kind
  categories: { id: number; name: string }[]
  typed: string
  onType: (typed: string) => void
}

function ValueField({ kind, categories, typed, onType }: ValueFieldProps) {
  const { t } = useI18n()
  const label = t(`adminProducts.bulk.value.${kind}`)
  if (kind === 'percent' || kind === 'price')
    return <TextField label={label} inputMode="decimal" value={typed} onChange={({ target }) => onType(target.value)} />
  const choices =
    kind === 'state'
      ? STATES.map((value) => ({ value, label: t(`adminProducts.state.${value}`) }))
      : categories.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <SelectField
      label={label}
      placeholder={t('adminProducts.bulk.choose')}
      choices={choices}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

/** Returns undefined until the typed value is one that the server accepts. */
function changeOf(kind: Kind, typed: string): ProductsChangeForm['change'] | undefined {
  if (kind === 'percent') {
    const isPercent = /^-?\d{1,3}$/.test(typed) && Number(typed) !== 0
    return isPercent ? { pricePercent: Number(typed) } : undefined
  }
  if (kind === 'price') {
    const price = qepikOf(typed)
    return price ? { price } : undefined
  }
  if (kind === 'category') return typed ? { categoryId: Number(typed) } : undefined
  const state = STATES.find((candidate) => candidate === typed)
  return state && { state }
}
