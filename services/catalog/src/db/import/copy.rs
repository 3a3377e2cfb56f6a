//! Encodes rows in the binary format of PostgreSQL's COPY, for rows that cannot exist yet. COPY is fast, because
//! PostgreSQL parses no text, looks up no existing row, and writes one WAL record per page.

use sqlx::{Encode, PgConnection, Postgres, encode::IsNull, postgres::PgArgumentBuffer};

/// First bytes of the format.
const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
/// Flags and length of the header extension, both 0.
const HEADER: [u8; 8] = [0; 8];
/// Number of columns that marks the end of the data.
const END: i16 = -1;
/// Length that marks a null value.
const NULL: i32 = -1;

/// Encoded rows. The caller begins each row with [`Self::begin_row`] and then adds its columns in order.
pub struct CopyRows {
    /// Number of columns of each row.
    columns: i16,
    bytes: PgArgumentBuffer,
}

impl CopyRows {
    pub fn new(columns: i16) -> Self {
        let mut bytes = PgArgumentBuffer::default();
        bytes.extend_from_slice(SIGNATURE);
        bytes.extend_from_slice(&HEADER);
        Self { columns, bytes }
    }

    pub fn begin_row(&mut self) {
        self.bytes.extend_from_slice(&self.columns.to_be_bytes());
    }

    /// Adds a value to the current row. Its type must be that of the column, because COPY does not convert.
    pub fn add<'q, T: Encode<'q, Postgres>>(&mut self, value: T) -> sqlx::Result<&mut Self> {
        // The length precedes the value. It is written as null first, and replaced when the value is known.
        let length_at = self.bytes.len();
        self.bytes.extend_from_slice(&NULL.to_be_bytes());
        if let IsNull::No = value.encode(&mut self.bytes).map_err(sqlx::Error::Encode)? {
            let length = self.bytes.len() - length_at - size_of_val(&NULL);
            let length = i32::try_from(length).map_err(|error| sqlx::Error::Encode(error.into()))?;
            self.bytes[length_at..length_at + size_of_val(&NULL)].copy_from_slice(&length.to_be_bytes());
        }
        Ok(self)
    }

    /// Sends the rows with the statement `copy`, which names the table and its columns.
    pub async fn send(mut self, tx: &mut PgConnection, copy: &'static str) -> sqlx::Result<()> {
        self.bytes.extend_from_slice(&END.to_be_bytes());
        let mut table = tx.copy_in_raw(copy).await?;
        match table.send(self.bytes.as_slice()).await {
            Ok(_) => table.finish().await.map(drop),
            Err(error) => Err(error),
        }
    }
}
