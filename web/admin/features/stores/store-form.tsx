// The form that creates or edits a store.
import { ExternalLink } from 'lucide-react'
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { Conflict, type Difference } from '~admin/ui/conflict'
import { FieldGroup, useDraftForm } from '~admin/ui/forms'
import { inLanguage, languageLabels, LanguageFields } from '~admin/ui/language-fields'
import { FormPicture } from '~admin/ui/picture-field'
import type { DeskStore } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { type Translate, useI18n } from '~shared/i18n/context'
import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { buttonClass } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { createStore, saveStore, useRefreshStores } from './api'
import { OpenClose } from './open-close'
import { EMPTY, MAX_ABOUT_LENGTH, MAX_NAME_LENGTH, Schema, toForm, toNewForm, type Values, valuesOf } from './rules'

const TEXTS = ['name', 'slug', 'logoUrl', 'coverUrl'] as const

function differencesOf(t: Translate, mine: Values, theirs: Values): Difference[] {
  const parts = [
    ...TEXTS.map((name) => ({ name, label: t(`adminStores.label.${name}`), mine: mine[name], theirs: theirs[name] })),
    ...LOCALES.map((language) => ({
      name: `about.${language}`,
      label: inLanguage(t('adminStores.label.about'), language),
      mine: mine.about[language],
      theirs: theirs.about[language],
    })),
  ]
  return parts.filter(({ mine, theirs }) => mine !== theirs)
}

/** `current` are the values that are saved now. */
function useStoreForm(store: DeskStore | undefined, current: Values) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshStores()
  return useDraftForm({
    draftName: `store ${store?.id ?? 'new'}`,
    schema: Schema,
    values: current,
    labels: {
      name: t('adminStores.label.name'),
      slug: t('adminStores.label.slug'),
      about: t('adminStores.label.about'),
      logoUrl: t('adminStores.label.logoUrl'),
      coverUrl: t('adminStores.label.coverUrl'),
      version: t('adminStores.version'),
    },
    labelsOf: () => languageLabels('about', t('adminStores.label.about')),
    send: (typed) => {
      if (!store) return createStore(locale, toNewForm(typed))
      // If another operator has saved just what is typed here, there is nothing to resolve, so the edit may be based on that version.
      const version = differencesOf(t, typed, current).length === 0 ? current.version : typed.version
      return saveStore(locale, store.id, toForm({ ...typed, version })).catch(async (error: unknown) => {
        // After a refusal, the form needs the version that is saved now.
        await refresh()
        throw error
      })
    },
    isCreation: !store,
    valuesAfterSave: ({ data }) => (store ? valuesOf(data) : EMPTY),
    onSaved: async ({ data }) => {
      toast.good(t('adminStores.saved', { name: data.name }))
      await refresh()
      if (!store) await navigate(adminPaths.store(String(data.id)))
    },
  })
}

/** The draft is kept with the version it is based on. When another operator saves a newer version, the form shows what differs. */
export function StoreForm({ store }: { store: DeskStore | undefined }) {
  const { t, locale } = useI18n()
  const current = store ? valuesOf(store) : EMPTY
  const sendForm = useStoreForm(store, current)
  const { setValue, watch } = sendForm.form
  const typed = watch() as Values
  const set = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: sendForm.failureCount > 0 })
  const differences = typed.version < current.version ? differencesOf(t, typed, current) : []

  return (
    <>
      {store && (
        <OpenClose
          store={store}
          onSwitched={({ version }) => {
            // Opening or closing the store makes the next version. An edit of the version before it is then based on the new one, without a
            // conflict. An older edit stays in conflict.
            if (typed.version === version - 1) set('version', version)
          }}
        />
      )}
      {differences.length > 0 && (
        <Conflict
          key={current.version}
          differences={differences}
          onResolve={(taken) => {
            for (const { name, theirs } of differences) if (taken.includes(name)) set(name, theirs)
            set('version', current.version)
          }}
        />
      )}
      <SendForm
        form={sendForm}
        submit={t(store ? 'adminStores.save' : 'adminStores.create')}
        className="gap-8!"
        beside={
          store?.isOpen && (
            <a href={inLocale(locale, paths.store(store.slug))} target="_blank" rel="noopener" className={buttonClass('quiet', 'lg')}>
              <ExternalLink aria-hidden className="size-4.5" />
              {t('adminStores.see')}
            </a>
          )
        }
      >
        <FieldGroup title={t('adminStores.page')}>
          <FormText name="name" maxLength={MAX_NAME_LENGTH} autoComplete="off" />
          <FormText
            name="slug"
            optional={!store}
            autoComplete="off"
            spellCheck={false}
            hint={t(store ? 'adminStores.hint.slug' : 'adminStores.hint.newSlug')}
          />
        </FieldGroup>
        <FieldGroup title={t('adminStores.about')} text={t('adminStores.aboutText')}>
          <LanguageFields name="about" maxLength={MAX_ABOUT_LENGTH} isArea />
        </FieldGroup>
        <FieldGroup title={t('adminStores.pictures')}>
          <FormPicture name="logoUrl" optional />
          <FormPicture name="coverUrl" optional isWide />
        </FieldGroup>
      </SendForm>
    </>
  )
}
