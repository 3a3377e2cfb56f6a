import account from '../../../locales/en/account.json'
import errors from '../../../locales/en/errors.json'
import forms from '../../../locales/en/forms.json'
import signIn from '../../../locales/en/signIn.json'

// Texts of the account and sign-in pages and of all forms. Loaded with the first page that needs them, not at the first visit.
export default { account, errors, forms, signIn }
