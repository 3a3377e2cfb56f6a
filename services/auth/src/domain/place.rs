/// The ids of a city's districts and metro stations.
pub struct City {
    pub districts: Vec<i64>,
    pub stations: Vec<i64>,
}

impl City {
    /// Required if the city has districts.
    pub fn district(&self, chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
        match chosen {
            None if !self.districts.is_empty() => Err("required"),
            chosen => check_listed(&self.districts, chosen),
        }
    }

    pub fn station(&self, chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
        check_listed(&self.stations, chosen)
    }
}

fn check_listed(all: &[i64], chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
    match chosen {
        Some(id) if !all.contains(&id) => Err("unknown_value"),
        chosen => Ok(chosen),
    }
}
