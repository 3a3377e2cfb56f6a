// Changes one value (price, category or state) of many products. The server first only calculates the result (`dryRun`), then changes the
// products, and can undo the change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '~admin/features/categories/api'
import { textIn } from '~admin/lib/local-text'
import type { ProductFilter } from '~admin/paths'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { hasPathPrefix } from '~shared/api/query'
import type { ApiResponse, ProductsChange, ProductsChangeForm, ProductState } from '~shared/api/types'
import { qepikOf } from '~shared/features/forms/rules'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { SelectField, TextField } from '~shared/ui/fields'
import { withPaths } from './categories'

const KINDS = ['percent', 'price', 'category', 'state'] as const
type Kind = (typeof KINDS)[number]
const STATES = ['published', 'withdrawn'] as const satisfies ProductState[]

/** A preview changes nothing. */
type Step = 'preview' | 'apply'

interface Props {
  /** If none is selected, all products that match the filter are changed. */
  ids: number[]
  filter: ProductFilter
  onClose: () => void
}

export function BulkChange({ ids, filter, onClose }: Props) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('percent')
  const [typed, setTyped] = useState('')
  const { data: categories } = useQuery(categoriesQuery(locale))
  const categoryPaths = withPaths(categories?.data ?? [], locale)
  const change = changeOf(kind, typed)
  // The idempotency key: the server applies a repeated request with the same key once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: (step: Step) => {
      const dryRun = step === 'preview'
      const { sort: _sort, direction: _direction, categoryId, storeId, ...otherConditions } = filter
      const conditions = {
        ...otherConditions,
        ...(categoryId && { categoryId: Number(categoryId) }),
        ...(storeId && { storeId: Number(storeId) }),
      }
      const body = { ids, filter: conditions, change: change ?? {}, dryRun, ...(!dryRun && { key }) } satisfies ProductsChangeForm
      return call({ method: 'POST', path: '/admin/products/bulk', locale, body }) as Promise<Result>
    },
    onSuccess: (_, step) => (step === 'preview' ? undefined : client.invalidateQueries({ predicate: hasPathPrefix('/admin/products') })),
  })
  const undo = useMutation({
    mutationFn: (id: number) => call({ method: 'POST', path: `/admin/products/bulk/${id}/undo`, locale }) as Promise<Result>,
    onSuccess: () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/products') }),
  })
  const result = undo.data?.data ?? send.data?.data
  /** A new change needs a new key. */
  const restart = () => {
    send.reset()
    undo.reset()
    setKey(crypto.randomUUID())
  }
  const valueText = (value: string) => {
    if (kind === 'category') return categoryPaths.find(({ id }) => String(id) === value)?.name ?? value
    if (kind === 'state') return t(`adminProducts.state.${value as ProductState}`)
    return money(Number(value))
  }
  const error = send.error ?? undo.error
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

type Result = ApiResponse<'/admin/products/bulk', 'post'>

/** Returns undefined until the typed value is one that the server accepts. */
function changeOf(kind: Kind, typed: string): ProductsChangeForm['change'] | undefined {
  if (kind === 'percent') return /^-?\d{1,3}$/.test(typed) && Number(typed) !== 0 ? { pricePercent: Number(typed) } : undefined
  if (kind === 'price') {
    const price = qepikOf(typed)
    return price ? { price } : undefined
  }
  if (kind === 'category') return typed ? { categoryId: Number(typed) } : undefined
  const state = STATES.find((candidate) => candidate === typed)
  return state && { state }
}

/** The reasons for refusing a product that have a text. */
const REFUSALS = [
  'field_in_use',
  'not_lower',
  'out_of_range',
  'product_changed',
  'product_has_sizes',
  'product_is_draft',
  'product_not_found',
  'store_closed',
] as const

function Outcome({ result, valueText }: { result: ProductsChange; valueText: (value: string) => string }) {
  const { t, locale } = useI18n()
  const { id, affected, unchanged, samples, refused, refusedCount, isUndone } = result
  const codes = [...new Set(refused.map(({ code }) => code))]
  const headline = isUndone ? 'undone' : id === undefined ? 'wouldChange' : 'changed'
  return (
    <div role="status" className="grid gap-3">
      <p className="font-semibold">{t(`adminProducts.bulk.${headline}`, { count: affected })}</p>
      {unchanged > 0 && <p className="text-muted">{t('adminProducts.bulk.unchanged', { count: unchanged })}</p>}
      {samples.length > 0 && (
        <ul className="grid gap-1 text-[0.9375rem]">
          {samples.slice(0, 5).map((sample) => (
            <li key={sample.id} className="flex flex-wrap gap-x-3">
              <span className="min-w-0 grow wrap-anywhere">{textIn(locale, sample.name)}</span>
              <span className="text-muted tabular-nums">
                {valueText(sample.before)} → {valueText(sample.after)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {refusedCount > 0 && (
        <div className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p className="font-medium">{t('adminProducts.bulk.refused', { count: refusedCount })}</p>
          <ul>
            {codes.map((code) => {
              const known = REFUSALS.find((candidate) => candidate === code)
              return <li key={code}>{known ? t(`adminProducts.bulk.code.${known}`) : code}</li>
            })}
          </ul>
        </div>
      )}
    </div>
  )
}
